// Short texts with one of each kind of declaration.

export const TYPESCRIPT = `import x from 'y';
export const LIMIT = 3;
export class Pool<T> extends Base {
  private size = 0;
  constructor() {
    super();
  }
  get(id: string): T {
    const local = () => 1;
    return local();
  }
  run = async () => {};
}
export default function main() {}
export interface Shape { area(): number }
type Id = string;
enum Colour { Red }
namespace Inner { export function f() {} }
declare function g(): void;
abstract class B { abstract h(): void }
export const f = function () {},
  k = 1;
`;

export const PYTHON = `import os
MAX = 3

@decorated
class Pool(Base):
    def get(self, a):
        def inner():
            pass
        return inner

    @property
    async def size(self): ...

def main():
    pass
`;

export const GO = `package main

export const A = 1
export const (
	B = 2
	C = 3
)

var D int

type Pool struct {
	size int
}
type Shape interface{ Area() float64 }
type ID = string

func (p *Pool[T]) Get(id string) (T, error) {
	return nil, nil
}

func main() {}
`;

export const RUST = `mod inner { fn f() {} }
#[derive(Debug)]
#[repr(C)]
pub struct Pool<T> { size: usize }
enum Colour { Red }
trait Shape { fn area(&self) -> f64; }
impl<T> Pool<T> {
    pub fn get(&self) -> T {
        todo!()
    }
}
impl<T> Shape for Pool<T> { fn area(&self) -> f64 { 0.0 } }
export const A: u8 = 1;
macro_rules! m { () => {} }
`;

export const JAVA = `package a;
@Service
public class Pool extends Base {
  private int size;
  public Pool() {}
  @Override
  public <T> T get(String id) {
    return null;
  }
  interface Inner { void f(); }
  enum Colour { RED }
}
record Point(int x) {}
`;

export const CPP = `#pragma once
#define MAX(a) (a)
#define LIMIT 3
namespace pool {
template <typename T>
class Pool : public Base {
 public:
  Pool();
  T* get(int id) const { return nullptr; }
  virtual void run() = 0;
};
struct Point { int x; };
enum class Colour { Red };
using Id = int;
int Pool<int>::size() { int local(3); return 0; }
static char *name(void);
}
typedef struct { int y; } Old;
`;
