import { listExport } from '@/lib/console/export'
import { taskRuns } from '@/app/console/task-runs/list'

export const GET = listExport(taskRuns)
