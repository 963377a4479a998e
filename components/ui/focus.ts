/** A callback ref that moves the focus to an element when it appears, so that screen readers announce it. */
export function focus(element: HTMLElement | null): void {
  element?.focus()
}
