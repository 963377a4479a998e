'use client'

import Form from 'next/form'
import { useCallback, useEffect, useReducer, useRef, useState, type FormEvent } from 'react'
import { announce } from '@/components/console/announcer'
import { SearchOutcome } from '@/components/console/search-outcome'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { addressWith } from '@/lib/console/address'
import { balanceRows, longestSought } from '@/lib/console/balance-bounds'
import type { FindMessage } from '@/lib/console/find-balances'
import { readMessages } from '@/lib/console/message-lines'
import { newSearch, searchAfter, type Search } from '@/lib/console/search'
import { balanceMessages } from '@/lib/messages/console-balances'

const messages = balanceMessages.find

/**
 * Finds a wallet or a user in all balances. What is sought is in the address, so that Back works and a
 * link can be shared; the search itself goes on here, whatever page of the list is shown below.
 *
 * @param sought - as the address has it; null for nothing.
 * @param page - the page of the list, and `rows` its size, which stay as they are.
 * @param foundByServer - what the server has found where there is no script. The search is not made again.
 */
export function FindBalance({
  sought,
  page,
  rows,
  foundByServer,
}: {
  sought: string | null
  page: number
  rows: number
  foundByServer?: Search | undefined
}) {
  const [typed, setTyped] = useState(sought ?? '')
  const [lastSought, setLastSought] = useState(sought)
  if (lastSought !== sought) {
    // Back, or a link: the field goes along with the address.
    setLastSought(sought)
    setTyped(sought ?? '')
  }
  const { search, start, stop } = useSearch(foundByServer ? null : sought)
  const outcomeRef = useRef<HTMLDivElement>(null)
  const isSearching = search?.state === 'searching'

  function submit(event: FormEvent<HTMLFormElement>) {
    if (typed.trim() !== sought || foundByServer) return
    // The same once more is no other address, so nothing else would start it.
    event.preventDefault()
    if (!isSearching) start()
  }

  function stopHere() {
    stop()
    // The button goes away, and the focus with it.
    outcomeRef.current?.focus()
  }

  const shown = search ?? foundByServer
  return (
    <>
      <Form action="/console/balances" scroll={false} onSubmit={submit} role="search" className="grid gap-4">
        <div className="flex flex-wrap items-end gap-4">
          <div className="min-w-0 grow basis-72">
            <Field
              name="find"
              label={messages.label}
              hint={messages.hint}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              required
              maxLength={longestSought}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              className="font-mono"
            />
          </div>
          <Button type="submit" look="primary" isBusy={isSearching && typed.trim() === sought}>
            {messages.button}
          </Button>
          {isSearching && <Button onClick={stopHere}>{messages.stop}</Button>}
        </div>
        {page > 1 && <input type="hidden" name="page" value={page} />}
        {rows !== balanceRows.otherwise && <input type="hidden" name="rows" value={rows} />}
        <noscript>
          <input type="hidden" name="search" value="server" />
        </noscript>
      </Form>
      <div ref={outcomeRef} tabIndex={-1} className="grid grid-cols-[minmax(0,1fr)] gap-4 empty:hidden">
        {shown && sought !== null && (
          <SearchOutcome
            search={shown}
            sought={sought}
            rows={rows}
            retryAddress={addressWith('/console/balances', {}, { find: sought, page, rows })}
          />
        )}
      </div>
    </>
  )
}

/** Runs the search for a text, from when it is there until it is another one. */
function useSearch(sought: string | null): { search: Search | null; start: () => void; stop: () => void } {
  const [search, dispatch] = useReducer(nextSearch, null)
  const leavingRef = useRef<AbortController>(null)

  const begin = useCallback((sought: string) => {
    leavingRef.current?.abort()
    const leaving = new AbortController()
    leavingRef.current = leaving
    dispatch({ kind: 'started' })
    announce(messages.starting)
    // What is left says nothing any more: another search has begun, or the page is gone.
    void follow(sought, leaving.signal, (event) => !leaving.signal.aborted && dispatch(event))
  }, [])

  useEffect(() => {
    if (sought === null) return undefined
    begin(sought)
    return () => leavingRef.current?.abort()
  }, [sought, begin])

  return {
    search: sought === null ? null : search,
    start: () => sought !== null && begin(sought),
    stop: () => {
      leavingRef.current?.abort()
      dispatch({ kind: 'stopped' })
    },
  }
}

type SearchEvent = Parameters<typeof searchAfter>[1] | { kind: 'started' }

function nextSearch(search: Search | null, event: SearchEvent): Search | null {
  if (event.kind === 'started') return newSearch
  return search && searchAfter(search, event)
}

/** Asks for a search, and hands on what it says; that it broke off is the last of it. */
async function follow(
  sought: string,
  signal: AbortSignal,
  tell: (event: FindMessage | { kind: 'broken' }) => void,
): Promise<void> {
  try {
    const response = await fetch(addressWith('/console/balances/find', {}, { find: sought }), { signal })
    if (response.ok && response.body) {
      for await (const message of readMessages<FindMessage>(response.body)) tell(message)
    }
  } catch {
    // Whatever it was, there is one thing to say about it, and below it is said.
  }
  tell({ kind: 'broken' })
}
