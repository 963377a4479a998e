import { Badge } from '@/components/console/badge'
import { TextLink } from '@/components/console/links'
import { List, type ListParts } from '@/components/console/list'
import type { ListQuery } from '@/lib/console/query'
import type { ListRead } from '@/lib/console/read'
import { sortParams } from '@/lib/console/query'
import { consoleTexts } from '@/lib/skin/texts'
import type { ListEntry } from '@/lib/store'
import { batchIdOf, type Batch } from './batches'
import { batches } from './list'
import { batchPath } from './protocol'

/** The batches that this console has sent, so that a closed tab loses nothing. */
export function BatchList({ read, query }: { read: ListRead<ListEntry<Batch>>; query: ListQuery<object> }) {
  return (
    <section aria-labelledby="batches" className="list">
      <h2 id="batches" className="font-semibold">
        {consoleTexts()('uploads.batches.caption')}
      </h2>
      <List list={batches} read={read} query={query} searchParams={sortParams(batches, query.sort)} parts={parts} />
    </section>
  )
}

const parts: ListParts<ListEntry<Batch>, object> = {
  isMarked: ({ entry: { result } }) => result === null || result.failed > 0,
  hasDetails: false,
  cells: {
    batch_id: (kept) =>
      kept.entry.result ? undefined : (
        <TextLink href={batchPath(batchIdOf(kept))}>
          <Badge tone="warning">{consoleTexts()('uploads.batches.unclear')}</Badge>
        </TextLink>
      ),
    queued: ({ entry }) => (entry.result ? undefined : <></>),
    failed: ({ entry }) => (entry.result ? undefined : <></>),
  },
}
