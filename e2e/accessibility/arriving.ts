import type { Page } from 'playwright/test'

/**
 * Finds the elements of a page that move while the page arrives. Browsers paint a page before it is complete.
 * The function removes the nodes of the page from its end, one at a time, and compares the places of the remaining
 * elements.
 *
 * It works on a copy that replaces the page, so the page cannot be used afterwards.
 *
 * @returns each element that moves: its distance in pixels, and the node whose arrival moves it.
 */
export function movesWhileArriving(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    /** Smaller moves are not visible, and browsers do not count them as layout shift. */
    const seenPixels = 3
    const copy = document.body.cloneNode(true) as HTMLElement
    document.body.replaceWith(copy)
    const walker = document.createTreeWalker(copy, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
    const nodes: ChildNode[] = []
    while (walker.nextNode()) nodes.push(walker.currentNode as ChildNode)
    /**
     * Returns the start of the text, or null while nothing is visible, because a tag seldom arrives without its text.
     * A closed menu is not visible.
     */
    const placeOf = (element: HTMLElement) => {
      if (element.textContent === '' && element.querySelector('img, input') === null && element.tagName !== 'IMG')
        return null
      if (!element.checkVisibility()) return null
      const { left, right, top, width, height } = element.getBoundingClientRect()
      const { direction, visibility } = getComputedStyle(element)
      if (width === 0 || height === 0 || visibility === 'hidden') return null
      return { start: direction === 'rtl' ? right : left, top: top + scrollY }
    }
    const elements = nodes.filter((node) => node instanceof HTMLElement)
    const places = new Map(elements.map((element) => [element, placeOf(element)]))
    const moves: string[] = []
    for (const last of nodes.toReversed()) {
      const until = `${last.nodeName} ${last.textContent?.slice(0, 30)}`
      last.remove()
      for (const [element, place] of places) {
        const before = element.isConnected ? placeOf(element) : null
        if (place === null || before === null) continue
        const [x, y] = [Math.round(before.start - place.start), Math.round(before.top - place.top)]
        if (Math.abs(x) < seenPixels && Math.abs(y) < seenPixels) continue
        moves.push(`${x} px to the side and ${y} px down, until ${until}: ${element.outerHTML.slice(0, 120)}`)
        places.delete(element)
      }
    }
    return moves
  })
}
