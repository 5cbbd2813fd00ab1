import FolderUp from "lucide-react/icons/folder-up";
import Images from "lucide-react/icons/images";
import { useState } from "react";
import { Link } from "wouter";
import { MODEL_DEMO as words } from "../../messages/landing/model-demo.ts";
import { Button } from "../../ui/controls/button.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { DocumentPage } from "../../ui/layout/document-page.tsx";
import styles from "./model-demo-page.module.css";

/** The placeholder of a model that can be tried out: its two buttons say that they are not available yet. */
export function ModelDemoPage() {
  const [pressed, setPressed] = useState<string | null>(null);
  return (
    <DocumentPage
      // Not a link of the app: the page is a document of its own.
      home={({ className, children }) => (
        <a className={className} href="/landing" aria-label={words.back}>
          {children}
        </a>
      )}
      className={styles.main}
    >
      <p className={styles.kind}>{words.title}</p>
      <h1>{words.name}</h1>
      <p className={styles.words}>{words.description}</p>
      <section className={styles.instructions} aria-labelledby="demo-instructions">
        <h2 id="demo-instructions">{words.instructionsTitle}</h2>
        <p>{words.instructions}</p>
      </section>
      <div className={styles.actions}>
        <Button icon={<FolderUp size={18} aria-hidden="true" />} onClick={() => setPressed(words.uploadOwn)}>
          {words.uploadOwn}
        </Button>
        <Button icon={<Images size={18} aria-hidden="true" />} onClick={() => setPressed(words.useSample)}>
          {words.useSample}
        </Button>
      </div>
      {pressed !== null && <Notice tone="info">{words.notYet(pressed)}</Notice>}
      <p>
        <Link href="/signup">{words.signUp}</Link>
      </p>
    </DocumentPage>
  );
}
