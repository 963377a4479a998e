import type { Page } from 'playwright'
import { operatorName } from '../e2e/harness/people'
import { startExampleConsole } from './example-console'

/*
 * Measures the position of the data on each console page. Prints the first row's distance from the top, the visible
 * rows, sideways scrolling, and the number of Tabs to the data.
 */

const desktop = { width: 1440, height: 900 }
const laptop = { width: 1280, height: 800 }
const maxTabs = 200

const { origin, control, browser, open, signIn } = await startExampleConsole()
const page = await browser.newPage({ viewport: desktop, reducedMotion: 'reduce' })
// tsx marks functions with the helper `__name`, which a function in the page needs too.
await page.addInitScript({ content: 'globalThis.__name = (marked) => marked' })
await signIn(page, operatorName)

const user = await control.user(2)
await page.goto(`${origin}/console/conversions`)
const conversion = await page.locator('tbody a[href^="/console/conversions/"]').first().getAttribute('href')
const pages: Record<string, string> = {
  overview: '/console',
  connects: '/console/connects',
  'task-runs': '/console/task-runs',
  conversions: '/console/conversions',
  conversion: conversion ?? '',
  balances: '/console/balances',
  uploads: '/console/uploads',
  resources: `/console/resources?address=${user.wallets[0]}`,
  user: `/console/users/one?id=${user.user_id}`,
  setup: '/console/setup',
  audit: '/console/audit',
  preview: '/console/preview',
}

console.log('page          first row at  rows in view  head   sideways at 1280  tabs to first row  tabs to "Next"')
for (const [name, path] of Object.entries(pages)) {
  await page.setViewportSize(desktop)
  const response = await open(page, path)
  if (response?.status() !== 200) continue
  const { top, rows, head } = await page.evaluate(placesOfRows)
  const tabs = await tabsTo(page)
  await page.setViewportSize(laptop)
  const sideways = await page.evaluate(scrollsSideways)
  const cells = [name.padEnd(12), top ?? '-', rows, head, sideways, tabs.firstRow ?? '-', tabs.next ?? '-']
  console.log(cells.map((cell, index) => String(cell).padStart([0, 12, 12, 6, 17, 18, 15][index] ?? 0)).join('  '))
}

/** Returns the position of the first table's first row, the number of visible rows, and the start of the content. */
function placesOfRows() {
  const bottom = window.innerHeight
  const seen = [...document.querySelectorAll('main table tbody > tr')].map((row) => row.getBoundingClientRect())
  const main = document.querySelector('main')?.getBoundingClientRect()
  return {
    top: seen[0] ? Math.round(seen[0].top) : null,
    rows: seen.filter((row) => row.height > 0 && row.bottom <= bottom).length,
    head: Math.round(document.querySelector('h1')?.getBoundingClientRect().top ?? main?.top ?? 0),
  }
}

function scrollsSideways(): string {
  if (document.documentElement.scrollWidth > window.innerWidth) return 'page'
  const parts = [...document.querySelectorAll('main *')].filter((part) => {
    const { overflowX } = getComputedStyle(part)
    return (overflowX === 'auto' || overflowX === 'scroll') && part.scrollWidth > part.clientWidth
  })
  return parts.length > 0 ? 'table' : 'no'
}

/** Counts the Tabs to the first row and to the link "Next", with the skip links. */
async function tabsTo(page: Page): Promise<{ firstRow: number | null; next: number | null }> {
  return {
    firstRow: await tabsBy(page, 'Skip to the table', 'isRow'),
    next: await tabsBy(page, 'Skip to content', 'isNext'),
  }
}

async function tabsBy(page: Page, skip: string, wanted: 'isRow' | 'isNext'): Promise<number | null> {
  // After a load, the keyboard starts at the top of the page.
  const { pathname, search } = new URL(page.url())
  await open(page, pathname + search)
  for (let tabs = 1; tabs <= maxTabs; tabs += 1) {
    await page.keyboard.press('Tab')
    const at = await page.evaluate(() => {
      const focused = document.activeElement
      if (!focused || focused === document.body) return null
      const text = focused.textContent?.trim() ?? ''
      return { text, isRow: focused.closest('tbody') !== null, isNext: /^Next( page)?$/.test(text) }
    })
    if (at?.text === skip) await page.keyboard.press('Enter')
    if (at?.[wanted]) return tabs
  }
  return null
}
