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
 * A file for each page, with the texts of its scripts in a group, such as `taskRuns.refresh`. `layout` and `shared`
 * stay on the server, every browser gets `controls`, and one that shows problems itself `problems`.
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
