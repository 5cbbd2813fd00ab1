import { MODEL_DEMO_TITLE } from "../shell/shell.ts";

/** The page at /demo. The two buttons are literal in the specification. */
export const MODEL_DEMO = {
  name: "Wildlife of the world",
  title: MODEL_DEMO_TITLE,
  description:
    "A general model for camera traps: it finds animals, people and vehicles in a photo, and names the animals that are common around the world.",
  instructionsTitle: "How it will work",
  instructions:
    "Choose up to ten photos of your own cameras, or take the sample data. The model looks at each photo and shows what it found, with a frame around it and its confidence.",
  uploadOwn: "Upload my own Data",
  useSample: "Test with Sample Data",
  notYet: (button: string) => `“${button}” is not available yet.`,
  signUp: "Create an account to use models on your own Sentinels",
  back: "About Understory",
} as const;
