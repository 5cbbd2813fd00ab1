import { LANDING } from "../../../messages/landing/landing.ts";
import scene from "../../../parts/forest-scene.svg";
import { classNames } from "../../../ui/class-names.ts";
import button from "../../../ui/controls/button.module.css";
import styles from "./hero.module.css";

const words = LANDING.hero;

export function Hero() {
  return (
    <div className={styles.hero}>
      <img
        className={styles.scene}
        src={scene}
        width={1200}
        height={1400}
        alt={words.sceneAlt}
        fetchPriority="high"
      />
      <div className={styles.card}>
        <h1 className={styles.title}>{words.title}</h1>
        <p className={styles.words}>{words.words}</p>
        <a className={classNames(button.button, button.primary, styles.action)} href="/signup">
          {LANDING.callToAction}
        </a>
      </div>
    </div>
  );
}
