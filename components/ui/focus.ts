/** A ref that moves the focus to an element as it appears, so that a screen reader tells it. */
export function focus(element: HTMLElement | null): void {
  element?.focus()
}
