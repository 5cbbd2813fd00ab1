import { Link } from "wouter";
import { DOCUMENTATION, type DocumentationPart } from "../../messages/shell/documentation.ts";
import { DocumentPage } from "../../ui/layout/document-page.tsx";
import styles from "./documentation-page.module.css";

/** The built-in documentation, for everybody and without a connection; an operator may name another. */
export function DocumentationPage() {
  const { title, intro, contents, parts, back } = DOCUMENTATION;
  return (
    <DocumentPage home={(brand) => <Link {...brand} href="/" aria-label={back} />} className={styles.main}>
      <h1>{title}</h1>
      <p className={styles.intro}>{intro}</p>
      <nav className={styles.contents} aria-label={contents}>
        <ul>
          {parts.map((part) => (
            <li key={part.id}>
              <a href={`#${part.id}`}>{part.title}</a>
            </li>
          ))}
        </ul>
      </nav>
      {parts.map((part) => (
        <Part key={part.id} {...part} />
      ))}
    </DocumentPage>
  );
}

function Part({ id, title, words, steps = [], terms = [] }: DocumentationPart) {
  const headingId = `${id}-heading`;
  return (
    <section id={id} className={styles.part} aria-labelledby={headingId}>
      <h2 id={headingId}>{title}</h2>
      {words.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {steps.length > 0 && (
        <ol className={styles.steps}>
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      )}
      {terms.length > 0 && (
        <dl className={styles.terms}>
          {terms.map(([term, meaning]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
