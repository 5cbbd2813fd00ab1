/** Messages between the tabs of one origin; a message does not come back to its sender. */
export interface Channel {
  post(message: unknown): void;
  close(): void;
}
export type OpenChannel = (name: string, onMessage: (message: unknown) => void) => Channel;

export const openBrowserChannel: OpenChannel = (name, onMessage) => {
  const channel = new BroadcastChannel(name);
  channel.onmessage = (event) => onMessage(event.data);
  return { post: (message) => channel.postMessage(message), close: () => channel.close() };
};
