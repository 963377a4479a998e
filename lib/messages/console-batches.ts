import { brand } from '@/lib/brand'
import { formatCount } from '@/lib/format'

/** The texts of the list of batches on the page "Batch uploads". Only the server has them: the page's script does not. */
export const batchMessages = {
  title: 'Batches sent from here',
  caption: 'Batches sent from here, the newest first',
  none: 'None yet.',
  keptShared: (max: number) => `The newest ${formatCount(max)} are kept, for everybody who may open this console.`,
  keptInProcess: (max: number) =>
    `The newest ${formatCount(max)} are kept in this server's memory: they are forgotten when it restarts, and other instances do not have them. Set REDIS_URL to keep them.`,
  away: 'The batches cannot be read now, because Redis does not answer.',
  what: `The batch ID is meant for asking how far a batch has come. The interface has no operation for that, so quote it to the operators of ${brand.serviceName}.`,
  twice: (days: number) =>
    `A file whose very same bytes were sent in the last ${formatCount(days)} days is told before ${brand.serviceName} has it whole.`,
  columns: {
    time: 'Sent',
    file: 'File',
    size: 'Size',
    queued: 'Queued',
    failed: 'Failed',
    by: 'By',
    id: 'Batch ID',
  },
  noAnswer: 'No answer',
  unknown: 'Unknown',
}
