import { classNames } from "../../ui/class-names.ts";
import styles from "./screenshot.module.css";

/** Widths in pixels and the shape of the stored pictures; the same as in tests/gallery/screenshot-list.ts. */
const SHAPES = {
  desk: { widths: [720, 1280], height: 800 / 1280 },
  phone: { widths: [320, 560], height: 740 / 360 },
} as const;

const FILES = import.meta.glob<string>("./pictures/*", { eager: true, query: "?url", import: "default" });

interface ScreenshotProps {
  name: string;
  shape: keyof typeof SHAPES;
  alt: string;
  /** The width at which it is shown, as the attribute `sizes`. */
  sizes: string;
  className?: string | undefined;
}

/** A picture of the app, taken by `npm run screenshots`. Loaded when it comes near the viewport. */
export function Screenshot({ name, shape, alt, sizes, className }: ScreenshotProps) {
  const { widths, height } = SHAPES[shape];
  const from = (type: string) => widths.map((width) => `${fileOf(name, width, type)} ${width}w`).join(", ");
  const [, width] = widths;
  return (
    <picture className={classNames(styles.frame, styles[shape], className)}>
      <source type="image/avif" srcSet={from("avif")} sizes={sizes} />
      <img
        src={fileOf(name, width, "webp")}
        srcSet={from("webp")}
        sizes={sizes}
        width={width}
        height={Math.round(width * height)}
        alt={alt}
        loading="lazy"
        decoding="async"
      />
    </picture>
  );
}

function fileOf(name: string, width: number, type: string): string {
  const file = FILES[`./pictures/${name}-${width}.${type}`];
  if (file === undefined)
    throw new Error(`no picture ${name} of ${width} pixels: npm run screenshots takes it`);
  return file;
}
