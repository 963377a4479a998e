/** The text beside it names the activity. */
export function Spinner() {
  return <span aria-hidden className="spinner" />
}
