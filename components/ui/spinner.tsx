/** Shows activity. The text beside it says what is happening. */
export function Spinner() {
  return <span aria-hidden className="spinner" />
}
