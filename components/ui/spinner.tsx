/** Something is under way; the text beside it says what. */
export function Spinner() {
  return <span aria-hidden className="spinner" />
}
