import { createMemoryStore } from '../../src/store/memory.js';
import { describeStore } from './store-contract.js';

describeStore('the store in memory', async () => {
  const store = createMemoryStore();
  return {
    store,
    readBytes: async (path) => store.bytes(path),
    writeBytes: async (path, bytes) => {
      store.put(path, bytes);
    },
    close: () => store.close(),
  };
});
