import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { forgetUserAction } from '@/app/console/users/actions'
import { balances, UserAge, UserLists, UserResources } from '@/app/console/users/lists'
import { readUser } from '@/app/console/users/user-data'
import { shortId, Summary, summaryOf } from '@/app/console/users/summary'
import { AsyncContent, LateCount } from '@/components/console/async-content'
import { UnknownPage } from '@/components/console/unknown-page'
import { ConsolePage, pageTitle } from '@/components/console/console-page'
import { Identifier } from '@/components/console/identifier'
import { LinkOut } from '@/components/console/links'
import { ServiceProblem } from '@/components/console/notices'
import { ResultForm } from '@/components/console/result-form'
import { NotStarted, WalkProgress } from '@/components/console/walk-progress'
import { SubmitButton } from '@/components/ui/submit-button'
import { userIdSchema } from '@/lib/auth/identity'
import { requireViewer } from '@/lib/auth/user'
import { mayLookUp } from '@/lib/console/from-elsewhere'
import { pageUrl, type SearchParams } from '@/lib/console/page-url'
import { readId, readQuery } from '@/lib/console/query'
import { typedId } from '@/lib/console/typed-text'
import { consoleTexts } from '@/lib/skin/texts'

type Props = PageProps<'/console/users/one'>

const path = '/console/users/one'

const idOf = (searchParams: SearchParams) => userIdSchema.safeParse(typedId(readId(searchParams))).data ?? null

export async function generateMetadata(props: Props): Promise<Metadata> {
  return { title: pageTitle(titleOf(idOf(await props.searchParams) ?? '')) }
}

const titleOf = (userId: string) => consoleTexts()('users.title', { id: shortId(userId) })

export default async function UserPage(props: Props) {
  const searchParams = await props.searchParams
  const userId = idOf(searchParams)
  const user = await requireViewer(pageUrl(path, searchParams))
  if (userId === null) return <UnknownPage />
  const t = consoleTexts()
  const page = { path, searchParams } as const
  if (!(await mayLookUp(user, page, { user: userId }))) {
    return (
      <ConsolePage title={titleOf(userId)}>
        <NotStarted what="lookUp" {...page} text={userId} />
      </ConsolePage>
    )
  }
  const { after } = readQuery(balances, searchParams)
  const read = readUser(userId, { after })
  const data = { path, read, what: t('users.what') }
  return (
    <ConsolePage
      // Another user's page keeps neither the result nor the state of this one's forms.
      key={userId}
      title={
        <LateCount read={read} fallback={<span>{titleOf(userId)}</span>}>
          {(data) => titleOf(data.kind === 'user' ? summaryOf(data).name : userId)}
        </LateCount>
      }
      intro={<LateCount read={read}>{(data) => data.kind === 'user' && <UserAge user={data} page={page} />}</LateCount>}
      actions={
        // If the operator's own ID is known, the link appears beside that ID instead.
        <LateCount read={read}>
          {(data) =>
            data.kind === 'user' && summaryOf(data).loginIds.length === 0 && <LinkOut kind="user" id={userId} />
          }
        </LateCount>
      }
    >
      <AsyncContent {...data} lines={12}>
        {(data) => {
          if (data.kind === 'reading') return <WalkProgress progress={data} what={t(`${data.what}.what`)} />
          return (
            <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 min-[90rem]:grid-cols-[19rem_minmax(0,1fr)]">
              {data.outage && (
                <div className="col-span-full">
                  <ServiceProblem problem={data.outage} retryUrl={pageUrl(path, searchParams)} />
                </div>
              )}
              <Summary user={data} />
              <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
                <UserLists user={data} page={page}>
                  <UserResources wallets={data.wallets} page={page} />
                </UserLists>
              </div>
            </div>
          )
        }}
      </AsyncContent>
      <p className="footnote">{t('shared.subnetBolts')}</p>
      {user.isOperator && (
        <ForgetUser>
          <AsyncContent {...data} fallback={<></>}>
            {(user) => {
              const known = user.kind === 'user' ? summaryOf(user).loginIds : []
              const choice = known.length > 1 ? { type: 'radio', required: true } : { type: 'hidden' }
              return (known.length > 0 ? known : [userId]).map((id) => (
                <label key={id} className="flex items-center gap-2">
                  <input {...choice} name="user" value={id} />
                  <Identifier value={id} isWhole />
                </label>
              ))
            }}
          </AsyncContent>
        </ForgetUser>
      )}
    </ConsolePage>
  )
}

/** `children`: the ID or, if several users have confirmed a wallet, a choice. The form keeps its result meanwhile. */
function ForgetUser({ children }: { children: ReactNode }) {
  const t = consoleTexts()
  return (
    <ResultForm action={forgetUserAction}>
      <details className="border-t border-line pt-3">
        <summary className="action list-none border-danger! text-danger!">{t('users.forget.title')}</summary>
        <div className="mt-3 grid max-w-prose justify-items-start gap-3">
          <p className="text-sm">{t('users.forget.text')}</p>
          {children}
          <SubmitButton
            // Dark enough for white, also where the red of texts is light.
            className="border-transparent bg-[oklch(from_var(--skin-danger)_min(l,0.5)_max(c,0.18)_h)] text-[white] hover:opacity-90"
            label={t('users.forget.button')}
            busyLabel={t('users.forget.busy')}
          />
        </div>
      </details>
    </ResultForm>
  )
}
