/** The part of the Barcode Detection API that is used; it is not in the standard library's types. */
interface BarcodeDetector {
  detect(image: HTMLVideoElement): Promise<readonly { rawValue: string }[]>;
}
interface BarcodeDetectorClass {
  new (options: { formats: readonly string[] }): BarcodeDetector;
  getSupportedFormats(): Promise<readonly string[]>;
}

/** denied: the person or the device said no; missing: there is no camera; busy: another app has it. */
export type CameraFault = "denied" | "missing" | "busy";

const LOOK_EVERY_MS = 150;

function detectorClass(): BarcodeDetectorClass | undefined {
  return (globalThis as { BarcodeDetector?: BarcodeDetectorClass }).BarcodeDetector;
}

/** Whether this browser reads QR codes from a camera. */
export async function canScanCodes(): Promise<boolean> {
  const Detector = detectorClass();
  if (Detector === undefined || !navigator.mediaDevices?.getUserMedia) return false;
  try {
    return (await Detector.getSupportedFormats()).includes("qr_code");
  } catch {
    return false;
  }
}

/**
 * Shows the camera in `video` and calls `onText` with each QR code that it sees, until `signal` is aborted; then the
 * camera is off. Resolves to a fault where the camera cannot be used, else to null as soon as it runs.
 */
export async function scanCodes(
  video: HTMLVideoElement,
  signal: AbortSignal,
  onText: (text: string) => void,
): Promise<CameraFault | null> {
  const Detector = detectorClass();
  if (Detector === undefined) return "missing";
  let stream: MediaStream;
  try {
    stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
  } catch (error) {
    return faultOf(error);
  }
  const stop = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  // Closed while the person was asked: nobody else would switch the camera off.
  if (signal.aborted) {
    stop();
    return null;
  }
  signal.addEventListener("abort", stop, { once: true });
  video.srcObject = stream;
  await video.play().catch(() => undefined);
  void look(new Detector({ formats: ["qr_code"] }), video, signal, onText);
  return null;
}

async function look(
  detector: BarcodeDetector,
  video: HTMLVideoElement,
  signal: AbortSignal,
  onText: (text: string) => void,
): Promise<void> {
  while (!signal.aborted) {
    // A frame that is not there yet cannot be read; the next one may.
    const codes = await detector.detect(video).catch(() => []);
    for (const { rawValue } of codes) if (!signal.aborted) onText(rawValue);
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

function faultOf(error: unknown): CameraFault {
  const { name } = error as { name?: unknown };
  if (name === "NotAllowedError" || name === "SecurityError") return "denied";
  return name === "NotReadableError" ? "busy" : "missing";
}
