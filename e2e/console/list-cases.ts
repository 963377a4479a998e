import {
  conversionsPath,
  conversionWith,
  listRuns,
  postFile,
  resource,
  resourcesPath,
  run,
  taskRunsPath,
  uploadsPath,
} from './steps'
import type { App } from '../harness/app'
import { pastConnectsFile } from '../harness/past-connects'
import { operatorName, walletAddress } from '../harness/people'
import { readConsolePage } from '../received-page'
import { visitorAs } from '../sessions'
import type { StandInControl } from '../stand-in/control/client'
import { consoleT } from '../texts'

/* The lists of the console, for lists.spec.ts. */

export interface ListCase {
  path: string
  query?: Record<string, string>
  /** The group of texts with the headers of the columns. */
  texts: string
  /** Makes the list have these rows. Records that the app keeps can only become more. */
  serve: (control: StandInControl, rows: number, app: App) => Promise<unknown>
  /** The app, if the list needs other settings than usual. */
  variables?: Record<string, string>
  /** The columns that sort. */
  columns?: string[]
  /** Whether it has numbered pages, has links to newer and older rows, or comes as a whole. */
  pages: 'numbered' | 'newest first' | 'none'
  /** The rows of a page. @default 50 */
  size?: number
  /** The name and the header row of the file. */
  file: { name: string; header: string }
}

/** The settings of the app that keeps records: full ones of connects, and thirty days of them. */
const keeping = { CONNECT_RECORDS: 'full', DEMO_CONNECTS: pastConnectsFile([walletAddress]) }

const times = <Item>(count: number, itemOf: (index: number) => Item) =>
  Array.from({ length: count }, (_, index) => itemOf(index))

export const lists: ListCase[] = [
  {
    path: '/console/balances',
    texts: 'balances',
    serve: (control, users) => control.set({ data: { users } }),
    columns: ['user_id', 'wallet_address', 'current_period_points', 'all_time_points', 'bolts'],
    pages: 'numbered',
    file: { name: 'balances', header: 'wallet_address,user_id,current_period_points,all_time_points,bolts' },
  },
  {
    path: resourcesPath,
    query: { address: walletAddress },
    texts: 'resources',
    serve(control, rows) {
      const resources = times(rows, (index) =>
        resource(index, { active: index % 2 === 0, resource_subtype: `subtype ${index % 5}` }),
      )
      return control.script('resources', { json: { status: 'success', resources }, times: 30 })
    },
    columns: ['name', 'resource_type', 'resource_subtype', 'active'],
    pages: 'numbered',
    file: { name: 'resources', header: 'id,name,resource_type,resource_subtype,resource_pda,active' },
  },
  {
    path: conversionsPath,
    texts: 'conversions',
    serve: (control, conversions) => control.set({ data: { conversions, users: 40 } }),
    columns: ['converted_at', 'period', 'total', 'users', 'owner', 'check', 'entries'],
    pages: 'numbered',
    size: 20,
    file: {
      name: 'conversions',
      header:
        'conversion_id,converted_at,period_started_at,period_ended_at,total_subnet_points_in_pool,' +
        'gross_bolts_allocation,total_bolts_distributed,user_bolts_distributed,owner_bolts_distributed,' +
        'user_breakdown_entries',
    },
  },
  {
    path: `${conversionsPath}/one`,
    query: { id: 'good', at: '1' },
    texts: 'conversions.breakdown',
    serve(control, rows) {
      const user_breakdown = times(rows, (index) => ({
        wallet_address: `wallet ${(index * 7) % rows}`,
        user_id: `user ${index}`,
        subnet_points: index % 9,
        share_percentage: index / 8,
        bolts_earned: (index * 11) % rows,
      }))
      return control.script('conversions', { json: conversionWith({ user_breakdown }).answer, times: 60 })
    },
    columns: ['user_id', 'wallet_address', 'subnet_points', 'share_percentage', 'bolts_earned'],
    pages: 'numbered',
    file: {
      name: 'conversion-good',
      header: 'wallet_address,user_id,subnet_points,share_percentage,bolts_earned',
    },
  },
  {
    path: taskRunsPath,
    texts: 'taskRuns',
    // Every third run is stuck.
    serve: (control, rows) =>
      listRuns(
        control,
        times(rows, (index) => run(index, index % 3 === 0 ? 4000 : index)),
      ),
    columns: ['task_run_id', 'state', 'updated_at'],
    pages: 'none',
    file: {
      name: 'pending-task-runs',
      header:
        'task_run_id,task_id,event_id,status,blockchain_status,validated_at,raw_data_invalid,force_ended,' +
        'ingested_at,updated_at,seconds_since_update',
    },
  },
  {
    path: '/console/connects',
    texts: 'connects',
    variables: keeping,
    serve: async () => {},
    columns: ['outcome', 'reason', 'code', 'user_id', 'wallet_address', 'at', 'is_proven'],
    pages: 'newest first',
    file: {
      name: 'connects',
      header:
        'at,outcome,reason,status,code,request_id,way,language,is_proven,duration_ms,attempts,user_id,wallet_address',
    },
  },
  {
    path: uploadsPath,
    texts: 'uploads.batches',
    variables: keeping,
    async serve(_, rows, app) {
      const operator = await visitorAs(app, operatorName)
      const kept = (await readConsolePage(app, uploadsPath)).rows.length
      for (const index of times(rows - kept, (each) => each))
        await postFile(operator, { 'X-File-Name': `${(index * 7) % rows}.csv` })
    },
    columns: ['batch_id', 'file_name', 'sent_by', 'sent_at', 'size_bytes', 'queued', 'failed'],
    pages: 'none',
    // Enough for another list to have pages, with few uploads.
    size: 20,
    file: { name: 'batches', header: 'sent_at,file_name,size_bytes,sha256,sent_by,batch_id,queued,failed' },
  },
  {
    path: '/console/audit',
    texts: 'audit',
    variables: keeping,
    async serve(_, rows, app) {
      const operator = await visitorAs(app, operatorName)
      const { links } = await readConsolePage(app, '/console/audit')
      if (links(consoleT('shared.pagination.older')).length > 0) return
      // One after another, because an operator can have one export at a time. Each is an act, and takes less than a page.
      for (let act = 0; act < rows; act += 1) await operator.send(`${uploadsPath}/export`)
    },
    pages: 'newest first',
    file: { name: 'audit', header: 'at,staff_id,staff_name,action,what,about,size_bytes' },
  },
]
