import styles from "./camera-drawing.module.css";

/** A trail camera with its door open, and the Sentinel on its way into the slot of the SD card. */
export function CameraDrawing({ title }: { title: string }) {
  return (
    <svg className={styles.drawing} viewBox="0 0 640 420" role="img" aria-label={title}>
      <rect className={styles.ground} width="640" height="420" rx="18" />
      <path
        className={styles.tree}
        d="M250 0h132c-6 70-4 130 2 200s4 150 10 220H236c10-80 4-160 8-230s8-120 6-190Z"
      />
      <path
        className={styles.bark}
        d="M276 0c-2 90 4 170-2 260M352 0c6 110-4 200 8 300M316 250c2 60-2 110 2 170"
      />
      <path className={styles.strap} d="M236 176h156v26H236z" />
      <g className={styles.door}>
        <rect x="66" y="96" width="150" height="226" rx="18" />
        <circle className={styles.lens} cx="141" cy="170" r="34" />
        <circle className={styles.glass} cx="141" cy="170" r="20" />
        <circle className={styles.spark} cx="134" cy="163" r="5" />
        <rect className={styles.lens} x="102" y="228" width="78" height="58" rx="10" />
        <path className={styles.leds} d="M114 240h54M114 250h54M114 260h54M114 270h54" />
      </g>
      <rect className={styles.hinge} x="214" y="128" width="16" height="30" rx="5" />
      <rect className={styles.hinge} x="214" y="258" width="16" height="30" rx="5" />
      <g className={styles.body}>
        <rect x="228" y="96" width="164" height="226" rx="18" />
        <rect className={styles.inside} x="242" y="110" width="136" height="198" rx="10" />
        <rect className={styles.screen} x="258" y="124" width="104" height="54" rx="6" />
        <circle className={styles.key} cx="272" cy="200" r="7" />
        <circle className={styles.key} cx="296" cy="200" r="7" />
        <circle className={styles.key} cx="320" cy="200" r="7" />
        <rect className={styles.slot} x="322" y="226" width="56" height="10" rx="3" />
        <path className={styles.batteries} d="M258 254h104M258 272h104M258 290h104" />
      </g>
      <path className={styles.way} d="M392 231h36m-14-10-14 10 14 10" />
      <g className={styles.module}>
        <path d="M446 180h92a14 14 0 0 1 14 14v74a14 14 0 0 1-14 14h-92a8 8 0 0 1-8-8v-28l-10-8v-14l10-8v-28a8 8 0 0 1 8-8Z" />
        <rect className={styles.chip} x="472" y="206" width="50" height="50" rx="6" />
        <path
          className={styles.legs}
          d="M484 206v-10M497 206v-10M510 206v-10M484 266v-10M497 266v-10M510 266v-10"
        />
        <path className={styles.leaf} d="M484 240c0-16 10-24 26-24 0 16-10 24-26 24Z" />
      </g>
      <path
        className={styles.waves}
        d="M566 214a24 24 0 0 1 0 34M580 200a44 44 0 0 1 0 62M594 186a64 64 0 0 1 0 90"
      />
    </svg>
  );
}
