import { PRODUCT_NAME } from "../../messages/shell/shell.ts";
import styles from "./brand.module.css";

/**
 * Two leaves over the ground, one with the eye of a camera. The icons in public/icons are drawn from the same lines.
 */
function BrandMark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 48 48" fill="currentColor" aria-hidden="true">
      <path d="M22.2 31.6C12.6 31.6 6.4 26 5.6 16.4c9.9-.3 16.2 4.2 18 11.6" />
      <path
        fillRule="evenodd"
        d="M25.8 27.4C25.4 15.7 31.6 8 43 7c.6 12-5.600 20.200-17.200 20.400Zm8.300-14.100a3.700 3.700 0 1 0 0 7.400 3.700 3.700 0 0 0 0-7.400Z"
      />
      <path d="M22.100 26.500h3.800V40h-3.800zM8 38.600h32a1.900 1.900 0 0 1 0 3.800H8a1.900 1.900 0 0 1 0-3.800Z" />
    </svg>
  );
}

export function Brand({ size = 28 }: { size?: number }) {
  return (
    <span className={styles.brand}>
      <BrandMark size={size} />
      <span>{PRODUCT_NAME}</span>
    </span>
  );
}
