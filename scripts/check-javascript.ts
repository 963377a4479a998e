import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { budgetOf, emptyPageBytes } from './check-javascript/budgets'
import { builtPages, firstLoadScripts, sumOf } from './check-javascript/first-load'

/*
 * Checks in the manifests of the last build that no page loads more JavaScript than its budget. Exits with 1 if a page
 * does. `npm run lab -- measure-js` measures the same in a browser.
 */

const folder = dirname(dirname(fileURLToPath(import.meta.url)))
for (const [page, route] of builtPages(folder)) {
  const added = sumOf(firstLoadScripts(folder, page)) - emptyPageBytes
  const isWithin = added <= budgetOf(route)
  console.log(`${route.padEnd(40)}${String(added).padStart(8)} of ${budgetOf(route)}${isWithin ? '' : '   too much'}`)
  if (!isWithin) process.exitCode = 1
}
