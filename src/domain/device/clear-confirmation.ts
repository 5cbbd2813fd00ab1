/** Typed word for word by who clears a Sentinel. */
export const CLEAR_PHRASE = "I Understand";

export interface ClearConfirmation {
  readonly deviceId: string;
  readonly phrase: string;
}

/** Whether both parts are typed exactly: letter case and spaces count. */
export function confirmsClear(typed: ClearConfirmation, deviceId: string): boolean {
  return typed.deviceId === deviceId && typed.phrase === CLEAR_PHRASE;
}
