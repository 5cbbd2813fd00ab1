import { type Static, Type } from "typebox";
import { Group } from "../shapes.ts";

/**
 * Bodies and answers of the calls that change groups. An invalid name is refused by the service, which has the
 * sentences for it.
 */

const Name = Type.Optional(Type.Union([Type.String({ maxLength: 1000 }), Type.Null()]));
const Description = Type.Optional(Type.Union([Type.String({ maxLength: 1000 }), Type.Null()]));

export const NewGroup = Type.Object({ groupName: Name, deploymentDescription: Description });
export type NewGroup = Static<typeof NewGroup>;

/** An absent description stays as it is; null or an empty one clears it. */
export const GroupEdit = Type.Object({ groupName: Name, groupDesc: Description });
export type GroupEdit = Static<typeof GroupEdit>;

export const GroupMember = Type.Object({
  deviceId: Type.Union([Type.String({ minLength: 1, maxLength: 1000 }), Type.Integer()]),
});
export type GroupMember = Static<typeof GroupMember>;

export const GroupAnswer = Type.Object({ message: Group });
