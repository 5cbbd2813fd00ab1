import { Camera, Satellite, WifiOff } from "lucide-react";
import { LANDING } from "../../../messages/landing/landing.ts";
import { Screenshot } from "../screenshot.tsx";
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
        <div className={styles.pictures}>
          <Screenshot
            name="insights"
            shape="desk"
            alt={words.insightsAlt}
            sizes="(min-width: 921px) 50vw, 92vw"
            className={styles.desk}
          />
          <Screenshot
            name="review"
            shape="phone"
            alt={words.reviewAlt}
            sizes="(min-width: 921px) 200px, 30vw"
            className={styles.phone}
          />
        </div>
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
