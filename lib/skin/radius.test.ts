import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** Radii that follow `--skin-radius`. See app/utilities.css. */
const ofSkin = new Set(['rounded-skin', 'rounded-small', 'rounded-pill'])

it('rounded corners in the console, wallets and shared components follow the skin’s radius', () => {
  const found = [
    'components/console',
    'components/ui',
    'components/wallet',
    'components/site',
    'components/signin',
  ].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.tsx'))
      .flatMap((path) => readFileSync(join(folder, path), 'utf8').match(/(?<![\w-])rounded[\w-]*/g) ?? []),
  )
  expect(new Set(found)).toEqual(ofSkin)
})
