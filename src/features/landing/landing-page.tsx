import { renderToStaticMarkup } from "react-dom/server";
import { LANDING } from "../../messages/landing/landing.ts";
import { Partners } from "./partners/partners.tsx";
import { Closing, Footer } from "./sections/closing.tsx";
import { CustomModels } from "./sections/custom-models.tsx";
import { Dashboard } from "./sections/dashboard.tsx";
import { Header } from "./sections/header.tsx";
import { Hero } from "./sections/hero.tsx";
import { Marketplace } from "./sections/marketplace.tsx";
import { Product } from "./sections/product.tsx";
import { Sentinel } from "./sections/sentinel.tsx";

/** The public page. It is drawn once, at build time; `src/landing.ts` is its script. */
function LandingPage() {
  return (
    <>
      <Header />
      <main id="content" tabIndex={-1}>
        <Hero />
        <Product />
        <Sentinel />
        <Dashboard />
        <Marketplace />
        <CustomModels />
        <Partners />
        <Closing />
      </main>
      <Footer />
    </>
  );
}

/** The page that `scripts/landing-page.mjs` writes into landing.html. */
export function drawLandingPage(): { title: string; description: string; body: string } {
  return {
    title: LANDING.pageTitle,
    description: LANDING.description,
    body: renderToStaticMarkup(<LandingPage />),
  };
}
