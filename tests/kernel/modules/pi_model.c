// /proc/device-tree as on a Raspberry Pi, for a computer without a device tree: what the table and gpiozero look for.
#include <linux/module.h>
#include <linux/proc_fs.h>
#include <linux/uaccess.h>

static char *model = "Raspberry Pi 4 Model B Rev 1.4";
static uint revision = 0xc03114;
static struct proc_dir_entry *tree;

static ssize_t model_read(struct file *file, char __user *to, size_t size, loff_t *at)
{
	return simple_read_from_buffer(to, size, at, model, strlen(model) + 1);
}

static ssize_t revision_read(struct file *file, char __user *to, size_t size, loff_t *at)
{
	__be32 value = cpu_to_be32(revision);

	return simple_read_from_buffer(to, size, at, &value, sizeof(value));
}

static const struct proc_ops model_ops = { .proc_read = model_read };
static const struct proc_ops revision_ops = { .proc_read = revision_read };

static int __init pi_init(void)
{
	tree = proc_mkdir("device-tree", NULL);
	if (!tree)
		return -ENOMEM;
	proc_create("model", 0444, tree, &model_ops);
	proc_create("linux,revision", 0444, proc_mkdir("system", tree), &revision_ops);
	return 0;
}

static void __exit pi_exit(void)
{
	proc_remove(tree);
}

module_init(pi_init);
module_exit(pi_exit);
MODULE_LICENSE("GPL");
