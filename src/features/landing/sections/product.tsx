import Camera from "lucide-react/icons/camera";
import Satellite from "lucide-react/icons/satellite";
import WifiOff from "lucide-react/icons/wifi-off";
import { LANDING } from "../../../messages/landing/landing.ts";
import { DeskAndPhone } from "./pictures.tsx";
import styles from "./product.module.css";
import { Points, Section } from "./section.tsx";

const words = LANDING.product;
const ICONS = [
  <Camera key="camera" size={22} />,
  <Satellite key="ways" size={22} />,
  <WifiOff key="off" size={22} />,
];

export function Product() {
  return (
    <Section
      id="product"
      title={words.title}
      words={words.words}
      picture={
        <DeskAndPhone
          desk={{ name: "insights", alt: words.insightsAlt }}
          phone={{ name: "review", alt: words.reviewAlt }}
        />
      }
    >
      <Points points={words.points.map((point, at) => ({ ...point, icon: ICONS[at] }))} />
      <div className={styles.review}>
        <h3>{words.reviewTitle}</h3>
        <p>{words.reviewWords}</p>
      </div>
    </Section>
  );
}
