import audit from './audit.json' with { type: 'json' }
import balances from './balances.json' with { type: 'json' }
import connects from './connects.json' with { type: 'json' }
import controls from './controls.json' with { type: 'json' }
import conversions from './conversions.json' with { type: 'json' }
import layout from './layout.json' with { type: 'json' }
import overview from './overview.json' with { type: 'json' }
import preview from './preview.json' with { type: 'json' }
import problems from './problems.json' with { type: 'json' }
import resources from './resources.json' with { type: 'json' }
import searchPage from './search-page.json' with { type: 'json' }
import setup from './setup.json' with { type: 'json' }
import shared from './shared.json' with { type: 'json' }
import taskRuns from './task-runs.json' with { type: 'json' }
import uploads from './uploads.json' with { type: 'json' }
import users from './users.json' with { type: 'json' }

/**
 * The console's texts in English: a file for each page, with the texts of its scripts in a group, such as
 * `taskRuns.refresh`. All pages share `layout` and `shared`, which stay on the server, and `controls`, which every
 * browser gets. Browsers that show problems themselves also get `problems`.
 */
export const en = {
  layout,
  shared,
  controls,
  problems,
  overview,
  connects,
  taskRuns,
  conversions,
  balances,
  uploads,
  resources,
  preview,
  searchPage,
  users,
  audit,
  setup,
}
