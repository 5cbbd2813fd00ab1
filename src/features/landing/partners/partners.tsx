import Bird from "lucide-react/icons/bird";
import GraduationCap from "lucide-react/icons/graduation-cap";
import Landmark from "lucide-react/icons/landmark";
import Leaf from "lucide-react/icons/leaf";
import Microscope from "lucide-react/icons/microscope";
import Mountain from "lucide-react/icons/mountain";
import Pause from "lucide-react/icons/pause";
import Play from "lucide-react/icons/play";
import ShieldCheck from "lucide-react/icons/shield-check";
import Trees from "lucide-react/icons/trees";
import { LANDING } from "../../../messages/landing/landing.ts";
import { CAROUSEL_WORDS } from "../../../messages/landing/landing-script.ts";
import styles from "./partners.module.css";

const words = LANDING.partners;
const ICONS = [Landmark, Microscope, ShieldCheck, Leaf, GraduationCap, Bird, Trees, Mountain] as const;

/**
 * A row that is scrolled by hand or, with `run-carousel.ts`, by itself. Its dots and its pause button are made by the
 * script: without it the row does not move, and nothing could be paused.
 */
export function Partners() {
  return (
    <section className={styles.partners} data-carousel aria-labelledby="partners-title">
      <div className={styles.head}>
        <h2 id="partners-title">{words.title}</h2>
        <button className={styles.pause} type="button" data-pause hidden>
          <Pause size={18} aria-hidden="true" />
          <Play size={18} aria-hidden="true" />
          <span data-pause-words>{CAROUSEL_WORDS.pause}</span>
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard */}
      <ul className={styles.track} data-track tabIndex={0} aria-labelledby="partners-title">
        {words.names.map((name, at) => {
          const Icon = ICONS[at] ?? Leaf;
          return (
            <li key={name} className={styles.slide}>
              <span className={styles.card}>
                <Icon size={28} aria-hidden="true" />
                {name}
              </span>
            </li>
          );
        })}
      </ul>
      <fieldset className={styles.dots} data-dots hidden>
        <legend className="visually-hidden">{CAROUSEL_WORDS.pages}</legend>
      </fieldset>
    </section>
  );
}
