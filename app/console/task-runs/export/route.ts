import { listExport } from '@/lib/console/export'
import { taskRuns } from '@/app/console/task-runs/list'

/** Exports the pending task runs that match the page's filter. */
export const GET = listExport(taskRuns)
