/** The words of scanning the code of a Sentinel. */
export const SCAN = {
  title: "Scan the code",
  video: "What the camera sees",
  type: "Type it instead",
  states: {
    looking: "Point the camera at the QR code on the Sentinel.",
    foreign: "This is not the code of a Sentinel. Point the camera at the one on the Sentinel.",
    denied:
      "This site is not allowed to use the camera. Allow it in the browser’s settings, or type the Device ID.",
    missing: "This device has no camera that can be used. Type the Device ID.",
    busy: "Another app is using the camera. Close it and try again, or type the Device ID.",
  },
} as const;
