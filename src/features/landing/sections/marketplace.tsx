import { LANDING } from "../../../messages/landing/landing.ts";
import { Screenshot } from "../screenshot.tsx";
import styles from "./models.module.css";
import { Section } from "./section.tsx";

const words = LANDING.marketplace;

export function Marketplace() {
  return (
    <Section
      id="marketplace"
      title={words.title}
      words={words.words}
      picture={
        <Screenshot name="marketplace" shape="desk" alt={words.alt} sizes="(min-width: 921px) 55vw, 92vw" />
      }
      turned
    >
      <p className={styles.more}>
        <a href="/demo">{words.demo}</a>
      </p>
    </Section>
  );
}
