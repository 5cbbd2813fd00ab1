import RadioTower from "lucide-react/icons/radio-tower";
import Satellite from "lucide-react/icons/satellite";
import Signal from "lucide-react/icons/signal";
import Wifi from "lucide-react/icons/wifi";
import { LANDING } from "../../../messages/landing/landing.ts";
import { CameraDrawing } from "./camera-drawing.tsx";
import { Section, Steps } from "./section.tsx";
import styles from "./sentinel.module.css";

const words = LANDING.sentinel;
const ICONS = { wifi: Wifi, cellular: Signal, lora: RadioTower, satellite: Satellite } as const;

export function Sentinel() {
  return (
    <Section
      id="sentinel"
      title={words.title}
      words={words.words}
      picture={<CameraDrawing title={words.cameraAlt} />}
      turned
      below={<Ways />}
    >
      <Steps steps={words.steps} />
    </Section>
  );
}

function Ways() {
  return (
    <div className={styles.ways}>
      <h3>{words.waysTitle}</h3>
      <ul>
        {(Object.keys(ICONS) as (keyof typeof ICONS)[]).map((way) => {
          const Icon = ICONS[way];
          return (
            <li key={way}>
              <Icon size={24} aria-hidden="true" />
              <strong>{words.ways[way].name}</strong>
              <span>{words.ways[way].words}</span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
