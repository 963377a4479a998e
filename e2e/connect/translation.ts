/**
 * A script that translates a page as browsers do: an element replaces each text, at first and after every change. It
 * runs before the scripts of the page.
 */
export const translation = `new MutationObserver(() => {
  const texts = document.createTreeWalker(document.body ?? document, NodeFilter.SHOW_TEXT)
  const found = []
  while (texts.nextNode()) found.push(texts.currentNode)
  for (const text of found) {
    if (text.data.trim() === '' || text.parentElement.closest('font, script, style, noscript, title')) continue
    const font = document.createElement('font')
    font.textContent = text.data
    text.replaceWith(font)
  }
}).observe(document, { childList: true, characterData: true, subtree: true })`
