import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { firstLoadScripts, sumOf } from './measure-js/first-load'
import { budgets, emptyPageBytes, routes } from './measure-js/pages'

/*
 * Checks by the manifests of the last build that no page loads more JavaScript than its budget; `npm run measure:js`
 * looks at the same in a browser, and says what it is made of. Ends with 1 where a page does.
 */

const folder = dirname(dirname(fileURLToPath(import.meta.url)))
for (const route of routes) {
  const added = sumOf(firstLoadScripts(folder, route)) - emptyPageBytes
  const isWithin = added <= budgets[route]
  console.log(`${route.padEnd(40)}${String(added).padStart(8)} of ${budgets[route]}${isWithin ? '' : '   too much'}`)
  if (!isWithin) process.exitCode = 1
}
