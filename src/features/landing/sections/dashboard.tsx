import BellRing from "lucide-react/icons/bell-ring";
import ChartColumn from "lucide-react/icons/chart-column";
import MapIcon from "lucide-react/icons/map";
import { LANDING } from "../../../messages/landing/landing.ts";
import { DeskAndPhone } from "./pictures.tsx";
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
        <DeskAndPhone
          desk={{ name: "dashboard", alt: words.alt }}
          phone={{ name: "map", alt: words.mapAlt }}
        />
      }
    >
      <Points points={words.points.map((title, at) => ({ title, icon: ICONS[at] }))} />
    </Section>
  );
}
