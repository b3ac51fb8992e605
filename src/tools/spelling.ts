export { nearestName } from '../core/spelling.js';
