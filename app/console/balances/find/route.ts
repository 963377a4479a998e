import { requireOperator } from '@/lib/auth/user'
import { readSought } from '@/lib/console/balance-query'
import { findBalances, type FindMessage } from '@/lib/console/find-balances'
import { messageResponse } from '@/lib/console/message-lines'
import { callBounds, reportProblem } from '@/lib/console/service'
import { log } from '@/lib/log'
import { balanceMessages } from '@/lib/messages/console-balances'
import { walkBalancePages } from '@/lib/service'

const lookAhead = 4

/** Looks for a wallet or a user in all balances (`?find=…`), and tells how far it is as it goes. */
export async function GET(request: Request): Promise<Response> {
  await requireOperator()
  const sought = readSought(new URL(request.url).searchParams.get('find'))
  if (sought === null) return new Response(`${balanceMessages.find.notFindable}\n`, { status: 400 })

  log().info({ event: 'find balances' })
  const { access, options } = callBounds()
  const leaving = new AbortController()
  const pages = walkBalancePages(access, {}, { ...options, signal: leaving.signal, lookAhead })
  return messageResponse<FindMessage>(findBalances(pages, sought), {
    leaving,
    lastMessage: (error) => ({ kind: 'problem', problem: reportProblem(error) }),
  })
}
