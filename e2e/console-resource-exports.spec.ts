import { expect, test } from './fixtures'
import { operatorName, walletAddress } from './harness/people'
import { readConsolePage } from './received-page'
import { resource, resourcesPath } from './resource-steps'
import { consoleT } from './texts'

const exportPath = `${resourcesPath}/export`

test.describe('an export', () => {
  test('has all resources, formulas escaped', async ({ requestAs, app, control }) => {
    const resources = [resource(1, { name: '=1+1' }), ...Array.from({ length: 119 }, (_, index) => resource(index + 2))]
    await control.script('resources', { json: { status: 'success', resources }, times: 5 })
    const { link } = await readConsolePage(requestAs, app, `${resourcesPath}?address=${walletAddress}`)
    const operator = await requestAs(app, operatorName)
    const csv = await operator.get(app.origin + link(consoleT('shared.exportLinks.csvLabel')))
    expect(csv.headers()['content-disposition']).toMatch(
      /^attachment; filename="staging-resources-\d{4}-\d\d-\d\d\.csv"$/,
    )
    const lines = (await csv.text()).trimEnd().split('\r\n')
    expect(lines).toHaveLength(121)
    expect(lines[0]).toBe('\ufeffid,name,resource_type,resource_subtype,resource_pda,active')
    expect(lines[1]).toBe(`${resource(1).id},'=1+1,device,dashcam,${resource(1).resource_pda},true`)

    const json = await operator.get(`${app.origin}${exportPath}?address=${walletAddress}&format=json`)
    expect(await json.json()).toEqual(resources)
  })

  for (const [what, query] of [
    ['without an address', '?format=csv'],
    ['with an empty address', '?format=csv&address=%20'],
    ['in an unknown format', `?format=xlsx&address=${walletAddress}`],
  ]) {
    test(`${what} is refused, and nothing is asked`, async ({ requestAs, app, control }) => {
      const answer = await (await requestAs(app, operatorName)).get(app.origin + exportPath + query)
      expect(answer.status()).toBe(400)
      expect(answer.headers()['content-type']).toBe('text/plain; charset=utf-8')
      expect(await control.received('resources')).toEqual([])
    })
  }

  test('of an unknown wallet is no file, but words', async ({ requestAs, app }) => {
    const operator = await requestAs(app, operatorName)
    const answer = await operator.get(`${app.origin}${exportPath}?format=csv&address=${walletAddress}`)
    expect(answer.status()).toBe(502)
    expect(await answer.text()).toContain(consoleT('problems.wallet_not_found.title'))
  })
})

test('whoever is no operator finds neither page nor export, and an operator both', async ({
  requestAs,
  app,
  control,
}) => {
  const query = `?format=csv&address=${(await control.user(0)).wallets[0]}`
  const statusOf = async (address: string, name?: string) =>
    (await (await requestAs(app, name)).get(app.origin + address + query, { maxRedirects: 0 })).status()
  expect(await statusOf(exportPath)).toBe(404)
  for (const address of [resourcesPath, exportPath]) expect(await statusOf(address, 'Ada')).toBe(404)
  expect(await control.received('resources')).toEqual([])
  for (const address of [resourcesPath, exportPath]) expect(await statusOf(address, operatorName)).toBe(200)
})
