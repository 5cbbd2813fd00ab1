import { BellRing, ChartColumn, Map as MapIcon } from "lucide-react";
import { LANDING } from "../../../messages/landing/landing.ts";
import { Screenshot } from "../screenshot.tsx";
import product from "./product.module.css";
import { Points, Section } from "./section.tsx";

const words = LANDING.dashboard;
const ICONS = [
  <ChartColumn key="charts" size={22} />,
  <MapIcon key="map" size={22} />,
  <BellRing key="alerts" size={22} />,
];

export function Dashboard() {
  return (
    <Section
      id="dashboard"
      title={words.title}
      words={words.words}
      picture={
        <div className={product.pictures}>
          <Screenshot
            name="dashboard"
            shape="desk"
            alt={words.alt}
            sizes="(min-width: 921px) 50vw, 92vw"
            className={product.desk}
          />
          <Screenshot
            name="map"
            shape="phone"
            alt={words.mapAlt}
            sizes="(min-width: 921px) 200px, 30vw"
            className={product.phone}
          />
        </div>
      }
    >
      <Points points={words.points.map((title, at) => ({ title, icon: ICONS[at] }))} />
    </Section>
  );
}
