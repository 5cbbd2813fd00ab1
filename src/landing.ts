import "./ui/tokens.css";
import "./ui/base.css";
import "./features/landing/landing.css";
import { showContactSales } from "./features/landing/contact-sales.ts";
import { runCarousel } from "./features/landing/partners/run-carousel.ts";
import { runCalculator } from "./features/landing/pricing/run-calculator.ts";
import { markCurrentSection } from "./features/landing/section-menu.ts";

// The styles of the components, whose markup was drawn at build time.
import.meta.glob("./features/landing/**/*.module.css", { eager: true });

import "./ui/controls/button.module.css";
import "./ui/layout/brand.module.css";

const find = <Kind extends HTMLElement>(selector: string) => document.querySelector<Kind>(selector);

const menu = find("[data-section-menu]");
if (menu) markCurrentSection(menu);
const calculator = find<HTMLFormElement>("[data-calculator]");
if (calculator) runCalculator(calculator);
const carousel = find("[data-carousel]");
if (carousel) runCarousel(carousel);
const contactSales = find<HTMLAnchorElement>("[data-contact-sales]");
if (contactSales) void showContactSales(contactSales);
