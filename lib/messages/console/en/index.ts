/**
 * A file for each page, with the texts of its scripts in a group, such as `taskRuns.refresh`. `layout` and `shared`
 * stay on the server. Every browser gets `controls`, and one that shows problems itself also gets `problems`.
 */

export { default as audit } from './audit.json' with { type: 'json' }
export { default as balances } from './balances.json' with { type: 'json' }
export { default as connects } from './connects.json' with { type: 'json' }
export { default as controls } from './controls.json' with { type: 'json' }
export { default as conversions } from './conversions.json' with { type: 'json' }
export { default as layout } from './layout.json' with { type: 'json' }
export { default as overview } from './overview.json' with { type: 'json' }
export { default as preview } from './preview.json' with { type: 'json' }
export { default as problems } from './problems.json' with { type: 'json' }
export { default as resources } from './resources.json' with { type: 'json' }
export { default as searchPage } from './search-page.json' with { type: 'json' }
export { default as setup } from './setup.json' with { type: 'json' }
export { default as shared } from './shared.json' with { type: 'json' }
export { default as taskRuns } from './task-runs.json' with { type: 'json' }
export { default as uploads } from './uploads.json' with { type: 'json' }
export { default as users } from './users.json' with { type: 'json' }
