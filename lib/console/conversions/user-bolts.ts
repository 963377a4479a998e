export * from '@/lib/console/shared/user-bolts'
