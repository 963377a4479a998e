import { EmptyState, Note } from '@/components/console/notices'
import { QueryForm } from '@/components/console/find-form'
import { CompactField, FindRow } from '@/components/console/find-row'
import { Identifier } from '@/components/console/identifier'
import { LinkOut } from '@/components/console/links'
import { listPage } from '@/components/console/list'
import { resources } from '@/lib/console/resources'
import { maxAddressLength } from '@/lib/console/typed-text'
import { consoleTexts } from '@/lib/skin/texts'

const { Page, generateMetadata } = listPage(resources, {
  title({ filter: { address } }) {
    const t = consoleTexts()
    return address ? t('resources.pageTitle', { address: address.slice(0, 6) }) : t('layout.pages.resources')
  },
  hasError: ({ problem }) => problem !== null,
  intro: () => consoleTexts()('resources.intro'),
  filters({ filter: { typed = '', problem, doubt } }) {
    const t = consoleTexts()
    return (
      <>
        <FindRow>
          <QueryForm
            path={resources.path}
            current={typed}
            button={t('resources.lookup.button')}
            busyLabel={t('resources.lookup.busy')}
          >
            <CompactField
              label={t('resources.lookup.label')}
              error={problem && t(`resources.lookup.${problem}`)}
              name="address"
              maxLength={maxAddressLength}
              defaultValue={typed}
              className="w-64 grow sm:w-104"
            />
          </QueryForm>
        </FindRow>
        {/* Also with the problem that the service does not know such an address. */}
        {doubt && <Note>{t(`resources.doubt.${doubt}`)}</Note>}
      </>
    )
  },
  // The field of the form says what is wrong with an address.
  refused: ({ problem }) =>
    problem === null && (
      <EmptyState title={consoleTexts()('resources.nothingAsked.title')}>
        <p>{consoleTexts()('resources.nothingAsked.text')}</p>
      </EmptyState>
    ),
  exports: ({ address }) => ({ address }),
  summary({ total }, { filter: { address = '' } }) {
    const t = consoleTexts()
    return (
      <>
        {/* Names the wallet, because these rows stay while the server looks up another one. */}
        {t('resources.found', { count: total })} <Identifier value={address} what={t('resources.ids.wallet_address')} />{' '}
        <LinkOut kind="wallet" id={address} />
      </>
    )
  },
})

export { Page as default, generateMetadata }
