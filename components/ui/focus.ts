export function focus(element: HTMLElement | null): void {
  element?.focus()
}
