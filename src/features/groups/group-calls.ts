import type { Http, HttpOutcome } from "../../platform/http.ts";
import { isMessage } from "../../platform/json-shape.ts";
import { isGroup } from "../../protocol/records/record-guards.ts";
import type { Group } from "../../protocol/shapes.ts";

const isGroupAnswer = isMessage(isGroup);
const isOk = isMessage((value: unknown): value is unknown => value !== undefined);

export type GroupOutcome = HttpOutcome<{ message: Group }>;

export interface GroupWords {
  name: string;
  description: string;
}

const pathOf = (groupId: string, ...rest: string[]): string =>
  ["/api/v2/groups", ...[groupId, ...rest].map(encodeURIComponent)].join("/");

/** Must not be repeated: each call makes a group of that name. */
export function createGroup(http: Http, { name, description }: GroupWords): Promise<GroupOutcome> {
  const body = { groupName: name, ...(description !== "" && { deploymentDescription: description }) };
  return http.call({ method: "POST", path: "/api/v2/groups", body, accept: isGroupAnswer });
}

export function editGroup(
  http: Http,
  groupId: string,
  { name, description }: GroupWords,
): Promise<GroupOutcome> {
  const body = { groupName: name, groupDesc: description };
  return http.call({ method: "PUT", path: pathOf(groupId), body, accept: isGroupAnswer });
}

export async function deleteGroup(http: Http, groupId: string): Promise<HttpOutcome<unknown>> {
  return await http.call({ method: "DELETE", path: pathOf(groupId), accept: isOk });
}

export function addToGroup(http: Http, groupId: string, deviceId: string): Promise<GroupOutcome> {
  const path = `${pathOf(groupId)}/devices`;
  return http.call({ method: "POST", path, body: { deviceId }, accept: isGroupAnswer });
}

export function removeFromGroup(http: Http, groupId: string, deviceId: string): Promise<GroupOutcome> {
  return http.call({ method: "DELETE", path: pathOf(groupId, "devices", deviceId), accept: isGroupAnswer });
}
