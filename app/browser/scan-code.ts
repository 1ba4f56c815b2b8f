/** The part of the Barcode Detection API that is used here; TypeScript has no types of it yet. */
interface Detector {
  detect(image: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
declare global {
  interface Window {
    BarcodeDetector?: new (options: { formats: string[] }) => Detector;
  }
}

/** Milliseconds between two readings of the camera's picture, and until scanning ends. */
const LOOK_MS = 200;
const LONGEST_MS = 60_000;

/** Whether this browser can read QR codes with a camera. */
export const canScan = (): boolean => Boolean(window.BarcodeDetector && navigator.mediaDevices?.getUserMedia);

/**
 * Shows the camera in `place` until it has read a QR code, and resolves to the code's text. Resolves to null if
 * scanning was stopped or took longer than `LONGEST_MS`, or if the camera is not available.
 */
export async function scanCode(place: HTMLElement): Promise<string | null> {
  const Scanner = window.BarcodeDetector;
  if (!Scanner) return null;
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } }).catch(() => null);
  if (!stream) return null;
  const video = Object.assign(document.createElement("video"), { srcObject: stream, muted: true, playsInline: true });
  place.replaceChildren(video);
  try {
    await video.play();
    const detector = new Scanner({ formats: ["qr_code"] });
    const end = Date.now() + LONGEST_MS;
    while (Date.now() < end && video.isConnected) {
      const [picture] = await detector.detect(video);
      if (picture) return picture.rawValue;
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
    return null;
  } catch {
    return null;
  } finally {
    for (const track of stream.getTracks()) track.stop();
    video.remove();
  }
}
