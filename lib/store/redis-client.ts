/* Loaded when a Redis is configured. By itself, a package in CommonJS would have no names where esbuild splits a bundle. */
export { createClient } from 'redis'
