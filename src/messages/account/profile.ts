/** The words of the Profile tab. Labels of the button and the notices marked so are literal in the specification. */
export const PROFILE = {
  /** As the beginning of a sentence. */
  writing: "Changing your profile",
  /** Literal, as are the four notices. */
  save: "Save details",
  saved: "Saved details!",
  saveFailed: "Error saving details",
  photoSaved: "Uploaded photo! You may need to reload to see changes.",
  photoFailed: "Error uploading photo",

  firstName: "First name",
  lastName: "Last name",
  country: "Country",
  email: "Email",
  phone: "Phone",
  username: "Username",
  readOnlyHint: "Ask the operator of this server to change these.",
  none: "None",

  photo: "Profile photo",
  choosePhoto: "Choose a photo",
  changePhoto: "Change photo",
  photoHint: "JPEG, PNG or WebP, up to 5\u00a0MB.",
  tooLarge: "The photo is larger than 5 MB.",
  unreadable: "This browser cannot read the file as a photo.",

  crop: "Crop your photo",
  cropArea: "Visible part of the photo. Move it with the arrow keys.",
  cropHint: "Drag the photo, or move it with the arrow keys.",
  zoom: "Zoom",
  zoomOut: "Zoom out",
  zoomIn: "Zoom in",
  preview: "Preview",
  otherPhoto: "Choose another",
  savePhoto: "Save photo",
} as const;
